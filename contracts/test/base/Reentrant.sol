// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Calls its caller back, once, with what it was given beforehand
contract Reentrant {
    bytes private _pending;
    uint256 public runs;
    bool public succeeded;
    bytes public returned;

    fallback() external {
        runs += 1;
        if (runs == 1) (succeeded, returned) = msg.sender.call(_pending);
    }

    function bring(bytes calldata data) external {
        _pending = data;
    }
}
