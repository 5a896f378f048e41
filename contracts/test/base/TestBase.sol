// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Vm} from "./Vm.sol";

/// @title What every Solidity test stands on: cheatcodes and assertions
abstract contract TestBase {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address[] private _targets;

    /// @notice The contracts that an invariant run calls. The runner asks by this name.
    function targetContracts() external view returns (address[] memory) {
        return _targets;
    }

    function targetContract(address target) internal {
        _targets.push(target);
    }

    /// @dev Deploys an artifact as it was compiled for deployment: the tests' own compiler settings
    /// differ, and a `new` in a test would compile the contract with those.
    function deployArtifact(string memory name, bytes memory constructorArgs) internal returns (address deployed) {
        bytes memory code = bytes.concat(vm.getCode(name), constructorArgs);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        assertTrue(deployed != address(0), "not deployed");
    }

    /// @dev Wraps a fuzzed number into `min..max`, both included.
    function bound(uint256 value, uint256 min, uint256 max) internal pure returns (uint256) {
        if (value >= min && value <= max) return value;
        if (max - min == type(uint256).max) return value;
        return min + value % (max - min + 1);
    }

    function assertTrue(bool condition) internal pure {
        vm.assertTrue(condition, "expected true");
    }

    function assertTrue(bool condition, string memory message) internal pure {
        vm.assertTrue(condition, message);
    }

    function assertFalse(bool condition) internal pure {
        vm.assertTrue(!condition, "expected false");
    }

    function assertFalse(bool condition, string memory message) internal pure {
        vm.assertTrue(!condition, message);
    }

    function assertEq(uint256 left, uint256 right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(uint256 left, uint256 right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(bool left, bool right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bool left, bool right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(address left, address right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(address left, address right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(bytes32 left, bytes32 right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bytes32 left, bytes32 right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(string memory left, string memory right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(string memory left, string memory right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(bytes memory left, bytes memory right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bytes memory left, bytes memory right, string memory message) internal pure {
        vm.assertEq(left, right, message);
    }

    function assertEq(uint256[] memory left, uint256[] memory right) internal pure {
        vm.assertEq(left, right, "");
    }
}
