// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {TestBase} from "../base/TestBase.sol";

/// @title A test whose runs call a handler's operations, and nothing else of it
abstract contract InvariantTest is TestBase {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    FuzzSelector[] private _selectors;

    /// @notice What a run may call. The runner asks by this name.
    function targetSelectors() external view returns (FuzzSelector[] memory) {
        return _selectors;
    }

    function drive(address handler, bytes4[] memory operations) internal {
        targetContract(handler);
        _selectors.push(FuzzSelector(handler, operations));
    }

    /// @dev The same calls every time, for what must be certain to happen.
    function runFixed(address handler, bytes4[] memory operations, uint256 calls) internal {
        for (uint256 i = 0; i < calls; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            (bool success,) = handler.call(abi.encodeWithSelector(operations[seed % operations.length], seed));
            assertTrue(success, "the handler reverted");
        }
    }
}
