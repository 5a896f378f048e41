// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Something to forward to: tells what it saw, or misbehaves as asked
contract ForwardTarget {
    error Refused(uint256 code, string why);

    /// What the last `record` call saw.
    address public sender;
    address public appendedSigner;
    uint256 public value;
    uint256 public gasSeen;
    uint256 public calls;
    /// How the call made from inside `callBack` ended.
    bool public reentrySucceeded;
    bytes public reentryReturned;

    receive() external payable {}

    function record(uint256 number) external payable returns (uint256) {
        gasSeen = gasleft();
        sender = msg.sender;
        // ERC-2771: the signer stands in the last 20 bytes.
        appendedSigner = address(bytes20(msg.data[msg.data.length - 20:]));
        value = msg.value;
        calls += 1;
        return number + 1;
    }

    function refuseWithString() external payable {
        calls += 1;
        revert("Target: no");
    }

    function refuseWithError() external payable {
        revert Refused(42, "custom");
    }

    function refuseWithNothing() external payable {
        assembly ("memory-safe") {
            revert(0, 0)
        }
    }

    function burnAllGas() external payable {
        assembly ("memory-safe") {
            invalid()
        }
    }

    /// @dev Returns, or reverts with, this many bytes.
    function bomb(uint256 size, bool reverts) external payable {
        assembly ("memory-safe") {
            switch reverts
            case 0 { return(0, size) }
            default { revert(0, size) }
        }
    }

    /// @dev Calls its caller, the forwarder, back from inside the forwarded call.
    function callBack(bytes calldata data, bool thenRevert) external payable {
        calls += 1;
        (reentrySucceeded, reentryReturned) = msg.sender.call(data);
        require(!thenRevert, "Target: no");
    }
}
